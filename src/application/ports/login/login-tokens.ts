/** The content of another program's signed token. */
type VerifiedToken =
  | { readonly kind: "somebody"; readonly email: string }
  /** A valid signature without a user. */
  | { readonly kind: "nobody" }
  | { readonly kind: "forged" };

/** Verifies the JSON Web Tokens with which another program vouches for users. */
export interface LoginTokens {
  /** Whether the organization of this subdomain has such a program. */
  isFor(subdomain: string): boolean;
  read(token: string): Promise<VerifiedToken>;
}
