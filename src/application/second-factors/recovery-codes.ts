import { secondFactorLimits } from "../../domain/second-factor";
import type { LinkTokens } from "../ports/link-tokens";
import type { RandomTokens } from "../ports/random-tokens";

interface Ports {
  readonly tokens: RandomTokens;
  readonly linkTokens: LinkTokens;
}

/** Codes to be shown once, and what is kept of them. */
export interface RecoveryCodes {
  readonly codes: readonly string[];
  readonly hashes: readonly string[];
}

/** However somebody types it who copies it from paper. */
const asTyped = (code: string): string => code.toLowerCase().replace(/[\s-]/g, "");

/** What is kept of a recovery code: it can't be told from it without the server's secret. */
export const hashRecoveryCode = (
  { linkTokens }: Pick<Ports, "linkTokens">,
  realmId: number,
  userId: number,
  code: string,
): string => linkTokens.proof("recovery_code", `${realmId} ${userId} ${asTyped(code)}`);

/** New codes for a user, of about 80 bits each. */
export const makeRecoveryCodes = (ports: Ports, realmId: number, userId: number): RecoveryCodes => {
  const codes = Array.from({ length: secondFactorLimits.recoveryCodes }, () =>
    ports.tokens.password().replace(/(.{4})(?=.)/g, "$1-"),
  );
  return { codes, hashes: codes.map((code) => hashRecoveryCode(ports, realmId, userId, code)) };
};
