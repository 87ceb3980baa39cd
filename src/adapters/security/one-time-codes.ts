import { Secret, TOTP } from "otpauth";
import type { OneTimeCodes } from "../../application/ports/login/one-time-codes";

/** RFC 4226, section 4: 160 bits are recommended. */
const secretBytes = 20;
const period = 30;
/** SHA-1, which every app supports, as in RFC 6238. */
const form = { algorithm: "SHA1", digits: 6, period } as const;
/** RFC 6238, section 5.2: one step either way, for clock differences and slow typing. */
const window = 1;

/** Time-based one-time codes. */
export const totpCodes: OneTimeCodes = {
  newSecret: () => new Secret({ size: secretBytes }).base32,
  stepOf: (secret, code, now) => {
    if (!/^\d{6}$/.test(code)) return undefined;
    const delta = TOTP.validate({
      ...form,
      secret: Secret.fromBase32(secret),
      window,
      token: code,
      timestamp: now,
    });
    return delta === null ? undefined : TOTP.counter({ period, timestamp: now }) + delta;
  },
  uriOf: (secret, issuer, account) =>
    new TOTP({ ...form, secret: Secret.fromBase32(secret), issuer, label: account }).toString(),
};
