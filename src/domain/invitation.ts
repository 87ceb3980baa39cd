import * as t from "io-ts";
import { entity, listOf, nullable, oneOf } from "./codec";
import { type Role, roleCodec } from "./role";

/** Used invitations are kept, so that whoever opens the link again is told why it no longer works. */
export type InvitationStatus = "open" | "used" | "revoked";

/** Leave to join the realm: for one address, or, by a link, for whoever has it. API §4.6. */
export interface Invitation {
  readonly id: number;
  readonly inviterId: number;
  /** Null for a link that many may use. */
  readonly email: string | null;
  readonly role: Role;
  /** Channels beside the default ones. */
  readonly channelIds: readonly number[];
  readonly groupIds: readonly number[];
  readonly includesDefaultChannels: boolean;
  /** Whether the inviter is told when somebody joins by it. */
  readonly tellsInviter: boolean;
  /** What the new user reads first; null for what the realm says, empty for nothing. */
  readonly welcomeText: string | null;
  /** Unix milliseconds. */
  readonly invitedAt: number;
  /** Unix milliseconds; null for never. */
  readonly expiresAt: number | null;
  /** When it was mailed during the day before the last time, in Unix milliseconds. */
  readonly mailedAt: readonly number[];
  readonly status: InvitationStatus;
}

export const invitationCodec = entity<Invitation>({
  id: t.number,
  inviterId: t.number,
  email: nullable(t.string),
  role: roleCodec,
  channelIds: listOf(t.number),
  groupIds: listOf(t.number),
  includesDefaultChannels: t.boolean,
  tellsInviter: t.boolean,
  welcomeText: nullable(t.string),
  invitedAt: t.number,
  expiresAt: nullable(t.number),
  mailedAt: listOf(t.number),
  status: oneOf("open", "used", "revoked"),
});

/** A hundred years, in minutes. */
export const longestInvitation = 52_560_000;

const dayInMilliseconds = 86_400_000;
/** Where anyone may join, newcomers can't invite before this age: they may be here to send spam. */
const leastAgeMilliseconds = 3 * dayInMilliseconds;

/** Whether its time is over; `now` is in Unix milliseconds. */
export const hasExpired = ({ expiresAt }: Invitation, now: number): boolean =>
  expiresAt !== null && expiresAt <= now;

/** Whether somebody can still join by it. */
export const isOpen = (invitation: Invitation, now: number): boolean =>
  invitation.status === "open" && !hasExpired(invitation, now);

/** The times of a list that are less than a day ago. */
export const withinDay = (times: readonly number[], now: number): readonly number[] =>
  times.filter((time) => time > now - dayInMilliseconds);

/** How many invitations were mailed in the last day. */
export const mailedWithinDay = (invitations: Iterable<Invitation>, now: number): number => {
  let mailed = 0;
  for (const { mailedAt } of invitations) mailed += withinDay(mailedAt, now).length;
  return mailed;
};

/** Whether somebody joined too lately to invite others; both times are in Unix milliseconds. */
export const isTooNewToInvite = (joinedAt: number, now: number): boolean =>
  joinedAt > now - leastAgeMilliseconds;

/** The addresses in a list with commas or newlines, each once; of `Name <address>` the address. API §4.6. */
export const addressesIn = (text: string): readonly string[] => {
  const addresses = new Map<string, string>();
  for (const entry of text.split(/[,\n]/)) {
    const address = (/<(.*)>/.exec(entry)?.[1] ?? entry).trim();
    if (address !== "" && !addresses.has(address.toLowerCase()))
      addresses.set(address.toLowerCase(), address);
  }
  return [...addresses.values()];
};
