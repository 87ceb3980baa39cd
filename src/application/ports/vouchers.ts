/** What another program's signed word says. */
type Vouched =
  | { readonly kind: "somebody"; readonly email: string }
  /** It is signed, and names nobody. */
  | { readonly kind: "nobody" }
  | { readonly kind: "forged" };

/** Reads the JSON Web Tokens by which another program vouches for people. */
export interface Vouchers {
  /** Whether there is such a program for the organization of this subdomain. */
  isFor(subdomain: string): boolean;
  read(token: string): Promise<Vouched>;
}
