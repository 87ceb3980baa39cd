import { printingMailer } from "../../../src/adapters/mail/printing-mailer";
import { smtpMailer } from "../../../src/adapters/mail/smtp-mailer";
import { provesAddresses } from "../../../src/application/sign-up/shared/proves-addresses";
import { MailOfOthers } from "../../../src/composition/components/mail-of-others";

const minute = 60_000;
const setUp = () => {
  const time = { now: 1000 };
  const others = new MailOfOthers({ now: () => time.now });
  const printing = printingMailer(() => {});
  return {
    time,
    others,
    state: () => ({
      proves: provesAddresses({ mailer: others.beside(printing), offeredLogins: ["Email"] }),
      left: others.leftToThem(printing),
    }),
  };
};
const holding = { proves: true, left: ["deliver_mail"] };
const printingAlone = { proves: false, left: [] };

test("beside a server that sends mail, a process that prints it has addresses proved, and leaves the mail to that server", () => {
  const { others, state } = setUp();
  others.note(true);
  expect(state()).toEqual(holding);
});

test("a process that knows nobody who sends mail prints it, and takes addresses as they are", () => {
  const { others, state } = setUp();
  others.note(false);
  expect(state()).toEqual(printingAlone);
});

test("until it has looked at the others, a process counts on them", () => {
  const { state } = setUp();
  expect(state()).toEqual(holding);
});

test("a server that sent mail counts for ten minutes after it was last seen, because it may be restarting", () => {
  const { time, others, state } = setUp();
  others.note(true);
  time.now += 9 * minute;
  others.note(false);
  expect(state()).toEqual(holding);
  time.now += minute;
  others.note(false);
  expect(state()).toEqual(printingAlone);
});

test("a process that sends mail does so whatever others do", () => {
  const { others } = setUp();
  const sending = smtpMailer("smtp://mail.example.com", "Parley <parley@example.com>");
  others.note(true);
  expect(others.leftToThem(sending)).toEqual([]);
  others.note(false);
  expect(others.beside(sending).reachesPeople).toBe(true);
});
