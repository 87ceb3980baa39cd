import type { Vouchers } from "../../application/ports/login/vouchers";

interface JwtSettings {
  /** A shared secret, or the other program's public key in PEM. */
  readonly key: string;
  readonly algorithm: string;
  /** The organization that it applies to. */
  readonly subdomain: string;
}

const load = () => import("jose");

/** JSON Web Tokens with one key and one algorithm. The token's own header is not trusted. */
export const jwtVouchers = ({ key, algorithm, subdomain }: JwtSettings): Vouchers => ({
  isFor: (wanted) => wanted === subdomain,
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
export const noVouchers: Vouchers = { isFor: () => false, read: async () => ({ kind: "forged" }) };
