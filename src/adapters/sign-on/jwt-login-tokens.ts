import type { LoginTokens } from "../../application/ports/login/login-tokens";

interface JwtSettings {
  /** A shared secret, or the other program's public key in PEM. */
  readonly key: string;
  readonly algorithm: string;
  /** The organization that it applies to. */
  readonly subdomain: string;
}

const load = () => import("jose");

/** JSON Web Tokens with one key and one algorithm. The token's own header is not trusted. */
export const jwtLoginTokens = ({ key, algorithm, subdomain }: JwtSettings): LoginTokens => ({
  isFor: (asked) => asked === subdomain,
  read: async (token) => {
    const { errors, importSPKI, jwtVerify } = await load();
    const checking = algorithm.startsWith("HS")
      ? new TextEncoder().encode(key)
      : await importSPKI(key, algorithm);
    try {
      const { payload } = await jwtVerify(token, checking, { algorithms: [algorithm] });
      const { email } = payload;
      return typeof email === "string" ? { kind: "somebody", email } : { kind: "nobody" };
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return { kind: "forged" };
      throw error;
    }
  },
});

/** For servers where no program vouches for users. */
export const noLoginTokens: LoginTokens = { isFor: () => false, read: async () => ({ kind: "forged" }) };
