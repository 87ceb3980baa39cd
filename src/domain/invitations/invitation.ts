import * as t from "io-ts";
import { entity, listOf, nullable, oneOf } from "../codec/codec";
import { WholeNumber } from "../codec/whole-number";
import {
  type ChannelId,
  channelIdCodec,
  type GroupId,
  groupIdCodec,
  type InvitationId,
  invitationIdCodec,
  type UserId,
  userIdCodec,
} from "../ids";
import { millisecondsIn } from "../units/time";
import { addressKey } from "../users/email";
import { type Role, roleCodec } from "../users/role";

/** Used invitations stay stored: opening the link again explains why it no longer works. */
export type InvitationStatus = "open" | "used" | "revoked";

/** Permission to join the realm: for one address, or, as a link, for anyone who has it. API §4.6. */
export interface Invitation {
  readonly id: InvitationId;
  readonly inviterId: UserId;
  /** Null for a reusable link. */
  readonly email: string | null;
  readonly role: Role;
  /** Channels in addition to the default ones. */
  readonly channelIds: readonly ChannelId[];
  readonly groupIds: readonly GroupId[];
  readonly includesDefaultChannels: boolean;
  /** Whether the inviter is notified when somebody joins by it. */
  readonly tellsInviter: boolean;
  /** The welcome message; null for the realm's, empty for none. */
  readonly welcomeText: string | null;
  /** Unix milliseconds. */
  readonly invitedAt: number;
  /** Unix milliseconds; null if it never expires. */
  readonly expiresAt: number | null;
  /** The times it was mailed in the 24 hours before the latest one, in Unix milliseconds. */
  readonly mailedAt: readonly number[];
  readonly status: InvitationStatus;
}

export const invitationCodec = entity<Invitation>({
  id: invitationIdCodec,
  inviterId: userIdCodec,
  email: nullable(t.string),
  role: roleCodec,
  channelIds: listOf(channelIdCodec),
  groupIds: listOf(groupIdCodec),
  includesDefaultChannels: t.boolean,
  tellsInviter: t.boolean,
  welcomeText: nullable(t.string),
  invitedAt: t.number,
  expiresAt: nullable(t.number),
  mailedAt: listOf(t.number),
  status: oneOf("open", "used", "revoked"),
});

/** How long an invitation can last, in minutes: a hundred years at most. */
export const invitationLifetime = new WholeNumber(1, 52_560_000);

/** In realms that anyone may join, younger accounts can't invite: they may be spammers. */
const leastAgeMilliseconds = 3 * millisecondsIn.day;

/** Whether it has expired; `now` is in Unix milliseconds. */
export const hasExpired = ({ expiresAt }: Invitation, now: number): boolean =>
  expiresAt !== null && expiresAt <= now;

/** Whether somebody can still join by it. */
export const isOpen = (invitation: Invitation, now: number): boolean =>
  invitation.status === "open" && !hasExpired(invitation, now);

/** The times within the last 24 hours. */
export const withinDay = (times: readonly number[], now: number): readonly number[] =>
  times.filter((time) => time > now - millisecondsIn.day);

/** Counts the mails sent for invitations in the last 24 hours. */
export const mailedWithinDay = (invitations: Iterable<Invitation>, now: number): number => {
  let mailed = 0;
  for (const { mailedAt } of invitations) mailed += withinDay(mailedAt, now).length;
  return mailed;
};

/** Keeps people from flooding a mailbox in the name of an organization. */
const mostMailsToAddress = 5;

/** The keys of addresses to which no more invitations may be mailed for now. */
export const addressesMailedOften = (invitations: Iterable<Invitation>, now: number): ReadonlySet<string> => {
  const mails = new Map<string, number>();
  for (const { email, mailedAt } of invitations) {
    if (email === null) continue;
    const address = addressKey(email);
    mails.set(address, (mails.get(address) ?? 0) + withinDay(mailedAt, now).length);
  }
  return new Set([...mails].flatMap(([address, count]) => (count >= mostMailsToAddress ? [address] : [])));
};

/** Whether a user joined too recently to invite others; both times are in Unix milliseconds. */
export const isTooNewToInvite = (joinedAt: number, now: number): boolean =>
  joinedAt > now - leastAgeMilliseconds;

/**
 * Splits a list at commas and newlines into addresses of distinct mailboxes. `Name <address>` yields the address.
 * API §4.6.
 */
export const addressesIn = (text: string): readonly string[] => {
  const addresses = new Map<string, string>();
  for (const entry of text.split(/[,\n]/)) {
    const [begin, end] = [entry.indexOf("<"), entry.lastIndexOf(">")];
    const address = (begin >= 0 && begin < end ? entry.slice(begin + 1, end) : entry).trim();
    const key = addressKey(address);
    if (address !== "" && !addresses.has(key)) addresses.set(key, address);
  }
  return [...addresses.values()];
};
