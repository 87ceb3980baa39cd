import * as t from "io-ts";
import { nullable, oneOf } from "../../domain/codec/codec";
import type { NewJob } from "../../domain/jobs/job";
import type { Mail, MailContent, SecondFactorChange } from "../../domain/mail/mail";
import { roles } from "../../domain/users/role";

const realmName = t.string;
const link = t.string;

const missedConversation = t.type({
  title: t.string,
  messages: t.readonlyArray(t.type({ senderName: t.string, content: t.string, sentAt: t.number })),
});

const secondFactorChange: t.Type<SecondFactorChange, unknown, unknown> = t.union([
  t.type({ what: oneOf("on", "added", "removed", "off"), factorName: t.string }),
  t.type({ what: oneOf("reset", "new_codes", "guessed") }),
  t.type({ what: t.literal("code_used"), codesLeft: t.number }),
]);

const mailContent: t.Type<MailContent, unknown, unknown> = t.union([
  t.type({
    kind: t.literal("invitation"),
    inviterName: t.string,
    inviterEmail: t.string,
    realmName,
    role: oneOf(...roles),
    link,
    expiresAt: nullable(t.number),
  }),
  t.type({ kind: t.literal("confirm_sign_up"), realmName, link }),
  t.type({ kind: t.literal("already_joined"), realmName, link }),
  t.type({
    kind: t.literal("confirm_new_address"),
    realmName,
    oldEmail: t.string,
    newEmail: t.string,
    link,
  }),
  t.type({ kind: t.literal("address_changed"), realmName, newEmail: t.string }),
  t.type({ kind: t.literal("reset_password"), realmName, link }),
  t.type({ kind: t.literal("no_password_to_reset"), realmName, isDeactivated: t.boolean }),
  t.type({ kind: t.literal("password_changed"), realmName, link }),
  t.type({ kind: t.literal("second_factors"), realmName, news: secondFactorChange, link }),
  t.type({ kind: t.literal("deactivated"), fullName: t.string, realmName, comment: t.string }),
  t.type({
    kind: t.literal("new_login"),
    fullName: t.string,
    realmName,
    browser: t.string,
    address: t.string,
    at: t.number,
    timezone: t.string,
    link,
  }),
  t.type({
    kind: t.literal("missed_messages"),
    realmName: nullable(t.string),
    senderNames: t.readonlyArray(t.string),
    showsContent: t.boolean,
    count: t.number,
    conversations: t.readonlyArray(missedConversation),
    canAnswer: t.boolean,
    timezone: t.string,
    link,
  }),
]);

/** A mail as a job stores it. */
export const mailPayload: t.Type<Mail, unknown, unknown> = t.intersection([
  t.type({ to: t.string, letter: mailContent }),
  t.partial({ replyTo: t.string }),
]);

/** Sends a mail at a time in Unix milliseconds. Mails hold login links, so storage seals them. */
export const mailJob = (mail: Mail, dueAt: number): NewJob => ({
  kind: "deliver_mail",
  payload: mail,
  dueAt,
  isSecret: true,
});

/** A mail that one message may cause in thousands: it leaves places for mails that somebody waits for. */
export const bulkMailJob = (mail: Mail, dueAt: number): NewJob => ({
  ...mailJob(mail, dueAt),
  share: "bulk",
});
