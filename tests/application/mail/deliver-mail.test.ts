import * as E from "fp-ts/Either";
import { runnable } from "../../../src/application/jobs/job-handler";
import { deliverMail } from "../../../src/application/mail/deliver-mail";
import { mailJob, mailPayload } from "../../../src/application/mail/mail-payload";
import { ServiceFailures } from "../../../src/application/monitoring/service-failures";
import type { MailRefused } from "../../../src/application/ports/mail/mailer";
import type { Mail, MailContent, SecondFactorChange } from "../../../src/domain/mail/mail";
import { aRunner, enqueueAll } from "../../support/application/jobs";
import { createRealm } from "../../support/storage/commits";
import { memoryPersistence } from "../../support/storage/persistence";

const minute = 60_000;
const mail = (to: string): Mail => ({
  to,
  letter: { kind: "reset_password", realmName: "Example", link: "?" },
});

const anOffice = async () => {
  const persistence = memoryPersistence();
  const { id } = await createRealm(persistence.eventStore);
  const sent: string[] = [];
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const failing = new Map<string, Error | MailRefused>();
  const mailer = {
    reachesPeople: true,
    send: async ({ to }: Mail): Promise<E.Either<MailRefused, void>> => {
      const error = failing.get(to);
      if (error instanceof Error) throw error;
      if (error) return E.left(error);
      sent.push(to);
      return E.right(undefined);
    },
  };
  const serviceFailures = new ServiceFailures({ clock: persistence.clock, onError });
  const newRunner = () =>
    aRunner(persistence, { deliver_mail: runnable(deliverMail({ mailer, serviceFailures })) }, onError)
      .runner;
  const post = (to: string) => enqueueAll(persistence, id, mailJob(mail(to), persistence.clock.now()));
  return { ...persistence, sent, errors, failing, newRunner, post };
};

test("each waiting mail is sent once, even when several workers run", async () => {
  const { newRunner, post, sent } = await anOffice();
  for (let index = 0; index < 120; index += 1) await post(`p${index}@example.com`);
  const [one, other] = [newRunner(), newRunner()];
  await Promise.all([one.runDue(), one.runDue(), other.runDue()]);
  expect(sent).toHaveLength(120);
  expect(new Set(sent).size).toBe(120);
});

test("a failed mail is retried after 1, 5 and 15 minutes, while others go out", async () => {
  const { newRunner, post, sent, failing, clock, errors } = await anOffice();
  failing.set("a@example.com", new Error("busy"));
  await post("a@example.com");
  await post("b@example.com");
  const runner = newRunner();
  await runner.runDue();
  expect([sent, errors]).toEqual([["b@example.com"], [new Error("busy")]]);
  for (const wait of [1, 5]) {
    clock.advance(wait * minute - 1);
    await runner.runDue();
    clock.advance(1);
    await runner.runDue();
  }
  expect(errors).toHaveLength(3);
  failing.clear();
  clock.advance(15 * minute);
  await newRunner().runDue();
  expect(sent).toEqual(["b@example.com", "a@example.com"]);
});

test("a mail that the server rejects permanently, or that keeps failing, becomes a dead letter", async () => {
  const { newRunner, post, failing, clock, errors, deadLetters } = await anOffice();
  failing.set("no@example.com", { kind: "refused", reason: "no such user" });
  failing.set("down@example.com", new Error("down"));
  await post("no@example.com");
  await post("down@example.com");
  const runner = newRunner();
  for (let day = 0; day < 12; day += 1) {
    await runner.runDue();
    clock.advance(2 * 1440 * minute);
  }
  expect(errors.filter((error) => error === "A mail was refused: no such user")).toHaveLength(1);
  expect(errors).toHaveLength(1 + 8);
  expect(await deadLetters.list(9)).toMatchObject([
    { kind: "deliver_mail", failures: 8, error: "Error: down" },
    { kind: "deliver_mail", failures: 1, error: "no such user" },
  ]);
});

const role = "member";
const link = "https://chat.example.com/x";
const realmName = "Example";
const letters: { readonly [Kind in MailContent["kind"]]: Extract<MailContent, { kind: Kind }> } = {
  invitation: {
    kind: "invitation",
    inviterName: "Ann",
    inviterEmail: "ann@example.com",
    realmName,
    role,
    link,
    expiresAt: null,
  },
  confirm_sign_up: { kind: "confirm_sign_up", realmName, link },
  already_joined: { kind: "already_joined", realmName, link },
  confirm_new_address: { kind: "confirm_new_address", realmName, oldEmail: "a@b", newEmail: "c@d", link },
  address_changed: { kind: "address_changed", realmName, newEmail: "c@d" },
  reset_password: { kind: "reset_password", realmName, link },
  no_password_to_reset: { kind: "no_password_to_reset", realmName, isDeactivated: true },
  password_changed: { kind: "password_changed", realmName, link },
  second_factors: { kind: "second_factors", realmName, link, news: { what: "code_used", codesLeft: 3 } },
  deactivated: { kind: "deactivated", fullName: "Ann", realmName, comment: "" },
  new_login: {
    kind: "new_login",
    fullName: "Ann",
    realmName,
    browser: "Firefox",
    address: "::1",
    at: 1,
    timezone: "",
    link,
  },
  missed_messages: {
    kind: "missed_messages",
    realmName: null,
    senderNames: ["Ann"],
    showsContent: true,
    count: 1,
    conversations: [{ title: "#a > b", messages: [{ senderName: "Ann", content: "hi", sentAt: 1 }] }],
    canAnswer: false,
    timezone: "Europe/Paris",
    link,
  },
};

const news: readonly SecondFactorChange[] = [
  ...(["on", "added", "removed", "off"] as const).map((what) => ({ what, factorName: "Phone" })),
  ...(["reset", "new_codes", "guessed"] as const).map((what) => ({ what })),
];

test.each(news)("reads notices about second factors from storage as written: $what", (one) => {
  const mail = { to: "a@b", letter: { kind: "second_factors", realmName, link, news: one } };
  expect(mailPayload.decode(JSON.parse(JSON.stringify(mail)))).toEqual({ _tag: "Right", right: mail });
});

test.each(Object.entries(letters))("reads a %s mail from storage as written", (_kind, letter) => {
  for (const written of [
    { to: "a@b", letter },
    { to: "a@b", replyTo: "c@d", letter },
  ])
    expect(mailPayload.decode(JSON.parse(JSON.stringify(written)))).toEqual({
      _tag: "Right",
      right: written,
    });
  const { kind: _, ...rest } = letter;
  expect(mailPayload.decode({ to: "a@b", letter: rest })._tag).toBe("Left");
});
