import type { LinkContents, LinkPurpose } from "./link-contents";

/** What a proof is for: its key differs from those of others. */
export type ProofPurpose = LinkPurpose | "recovery_code";

/** Signed values for links. Nothing of them is stored, so a stolen database reveals no link. */
export interface LinkTokens {
  write<Purpose extends LinkPurpose>(purpose: Purpose, values: LinkContents[Purpose]): string;
  /** Undefined for a token that this server didn't sign for this purpose, or whose values another version wrote. */
  read<Purpose extends LinkPurpose>(purpose: Purpose, token: string): LinkContents[Purpose] | undefined;
  /** A keyed hash of the text, which only this server can compute. */
  proof(purpose: ProofPurpose, text: string): string;
}
