import type { LoginTokens } from "../../application/ports/login/login-tokens";

interface JwtSettings {
  /** A shared secret, or the other program's public key in PEM. */
  readonly key: string;
  readonly algorithm: string;
  /** The organization that it applies to. */
  readonly subdomain: string;
}

const load = () => import("jose");

/** Clocks may differ by this many seconds. */
const clockTolerance = 60;

/**
 * JSON Web Tokens with one key and one algorithm. The token's own header is not trusted. Tokens that name an audience
 * are refused, as in Zulip: the same service issued them for another program.
 */
export const jwtLoginTokens = ({ key, algorithm, subdomain }: JwtSettings): LoginTokens => ({
  isFor: (asked) => asked === subdomain,
  read: async (token) => {
    const { errors, importSPKI, jwtVerify } = await load();
    const checking = algorithm.startsWith("HS")
      ? new TextEncoder().encode(key)
      : await importSPKI(key, algorithm);
    try {
      const { payload } = await jwtVerify(token, checking, { algorithms: [algorithm] });
      const { email, aud, iat } = payload;
      const isFromFuture = iat !== undefined && iat > Date.now() / 1000 + clockTolerance;
      const isForAnother = Array.isArray(aud) ? aud.length > 0 : Boolean(aud);
      if (isForAnother || isFromFuture) return { kind: "forged" };
      return typeof email === "string" ? { kind: "somebody", email } : { kind: "nobody" };
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return { kind: "forged" };
      throw error;
    }
  },
});

/** For servers where no program vouches for users. */
export const noLoginTokens: LoginTokens = { isFor: () => false, read: async () => ({ kind: "forged" }) };
