import type { RealmId, UserId } from "../../../domain/ids";
import { secondFactorLimits } from "../../../domain/second-factors/second-factor";
import type { LinkTokens } from "../../ports/login/link-tokens";
import type { RandomTokens } from "../../ports/system/random-tokens";

interface Ports {
  readonly tokens: RandomTokens;
  readonly linkTokens: LinkTokens;
}

/** Recovery codes to show once, and the hashes to store. */
export interface RecoveryCodes {
  readonly codes: readonly string[];
  readonly hashes: readonly string[];
}

/** Ignores case, spaces and dashes, which vary when people type a code from paper. */
const asTyped = (code: string): string => code.toLowerCase().replace(/[\s-]/g, "");

/** The stored hash of a recovery code, keyed with the server's secret. */
export const hashRecoveryCode = (
  { linkTokens }: Pick<Ports, "linkTokens">,
  realmId: RealmId,
  userId: UserId,
  code: string,
): string => linkTokens.proof("recovery_code", `${realmId} ${userId} ${asTyped(code)}`);

/** New recovery codes, of about 80 bits each. */
export const makeRecoveryCodes = (ports: Ports, realmId: RealmId, userId: UserId): RecoveryCodes => {
  const codes = Array.from({ length: secondFactorLimits.recoveryCodes }, () =>
    ports.tokens.password().replace(/(.{4})(?=.)/g, "$1-"),
  );
  return { codes, hashes: codes.map((code) => hashRecoveryCode(ports, realmId, userId, code)) };
};
