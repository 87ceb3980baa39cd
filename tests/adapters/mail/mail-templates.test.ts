import { renderMail } from "../../../src/adapters/mail/render-mail";
import type { MailContent } from "../../../src/domain/mail/mail";

const link = "https://chat.example.com/x?a=1&b=<2>";
const realmName = 'Ex & <b>Co</b>\n"Inc"';
const letters: readonly MailContent[] = [
  {
    kind: "invitation",
    inviterName: "O'Neil <x>",
    inviterEmail: "o@example.com",
    realmName,
    link,
    role: "member",
    expiresAt: Date.UTC(2026, 0, 2, 12),
  },
  { kind: "confirm_sign_up", realmName, link },
  { kind: "already_joined", realmName, link },
  { kind: "confirm_new_address", realmName, link, oldEmail: "a@example.com", newEmail: "b@example.com" },
  { kind: "address_changed", realmName, newEmail: "b@example.com" },
  { kind: "reset_password", realmName, link },
  { kind: "no_password_to_reset", realmName, isDeactivated: false },
  { kind: "no_password_to_reset", realmName, isDeactivated: true },
  { kind: "password_changed", realmName, link },
  ...(["on", "added", "removed", "off"] as const).map(
    (what): MailContent => ({
      kind: "second_factors",
      realmName,
      link,
      news: { what, factorName: "<i>Key</i>" },
    }),
  ),
  ...(["reset", "new_codes", "guessed"] as const).map(
    (what): MailContent => ({ kind: "second_factors", realmName, link, news: { what } }),
  ),
  { kind: "second_factors", realmName, link, news: { what: "code_used", codesLeft: 9 } },
  { kind: "deactivated", realmName, fullName: "<i>Ann</i>", comment: "Bye <now>" },
  {
    kind: "new_login",
    realmName,
    link,
    fullName: "Ann",
    browser: "Firefox <1>",
    address: "::1",
    at: Date.UTC(2026, 0, 2, 12),
    timezone: "Europe/Berlin",
  },
];

test.each(letters.map((letter) => [letter.kind, letter] as const))(
  "%s has a one-line subject, its text, and the same in HTML with others' markup escaped",
  (_, letter) => {
    const { subject, text, html } = renderMail(letter);
    expect(subject).toMatch(/^[^\n\r]+$/);
    expect(text).toContain("Ex & <b>Co</b>");
    expect(html).toContain("Ex &amp; &lt;b&gt;Co&lt;/b&gt;");
    expect(html).not.toMatch(/<(b|i|x|now|1|2)>/);
    if ("link" in letter) {
      expect(text).toContain(link);
      expect(html).toContain('href="https://chat.example.com/x?a=1&amp;b=&lt;2&gt;"');
    }
  },
);

test("shows times in the reader's time zone", () => {
  const letter = letters.at(-1) as MailContent;
  expect(renderMail(letter).text).toMatch(/Friday, January 2, 2026 at 1:00.PM \(Europe\/Berlin\)/);
});

describe("missed-message mail", () => {
  const missed: MailContent = {
    kind: "missed_messages",
    realmName,
    senderNames: ["<i>Ann</i>", "Ben", "Cleo", "Dora"],
    count: 2,
    link,
    timezone: "",
    canAnswer: true,
    showsContent: true,
    conversations: [
      {
        title: "#general > <x>",
        messages: [{ senderName: "<i>Ann</i>", content: "<now>\nthen", sentAt: 0 }],
      },
    ],
  };

  test("quotes the messages as text", () => {
    const { subject, text, html } = renderMail(missed);
    expect(subject).toBe(
      '[Ex & <b>Co</b> "Inc"] You missed 2 messages from <i>Ann</i>, Ben, Cleo, and 1 more',
    );
    expect(text).toMatch(/#general > <x>\n\n<i>Ann<\/i>, Jan 1, 1970, 12:00.AM:\n<now>\nthen\n/);
    expect(html).toContain("&lt;now&gt;<br>then");
    expect(html).not.toMatch(/<(b|i|x|now)>/);
    expect(text).toContain("your reply goes to the sender by mail");
  });

  test("says only that there is something to read if content is left out", () => {
    const { subject, text } = renderMail({
      ...missed,
      realmName: null,
      showsContent: false,
      canAnswer: false,
      conversations: [],
      count: 1,
    });
    expect(subject).toBe("You missed a message");
    expect(text).not.toContain("now");
    expect(text).toContain("Nobody reads replies to this mail.");
  });
});
