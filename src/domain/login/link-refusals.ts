import { type RefusalIn, refusal } from "../refusal";

/** Why a link that was mailed or handed out doesn't work. */
export type LinkError = RefusalIn<typeof import("./link-refusals")>;

/** `elsewhere`: it belongs to another realm. */
type LinkProblem = "unknown" | "elsewhere" | "expired" | "revoked" | "used";

const linkMessages: Readonly<Record<LinkProblem, string>> = {
  unknown: "This link is invalid or incomplete.",
  elsewhere: "This link is for another organization.",
  expired: "This link has expired.",
  revoked: "This link has been withdrawn.",
  used: "This link has already been used.",
};

export const linkRefused = (problem: LinkProblem) => ({
  ...refusal("linkRefused", "LINK_REFUSED", linkMessages[problem]),
  problem,
});
