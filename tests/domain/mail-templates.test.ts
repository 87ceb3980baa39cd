import { renderMail } from "../../src/adapters/mail/render-mail";
import type { Letter } from "../../src/domain/letter";

const link = "https://chat.example.com/x?a=1&b=<2>";
const realmName = 'Ex & <b>Co</b>\n"Inc"';
const letters: readonly Letter[] = [
  {
    ...{ kind: "invitation", inviterName: "O'Neil <x>", inviterEmail: "o@example.com", realmName, link },
    ...{ role: "member", expiresAt: Date.UTC(2026, 0, 2, 12) },
  },
  { kind: "confirm_sign_up", realmName, link },
  { kind: "already_joined", realmName, link },
  { kind: "confirm_new_address", realmName, link, oldEmail: "a@example.com", newEmail: "b@example.com" },
  { kind: "address_changed", realmName, newEmail: "b@example.com" },
  { kind: "reset_password", realmName, link },
  { kind: "no_password_to_reset", realmName, isDeactivated: false },
  { kind: "no_password_to_reset", realmName, isDeactivated: true },
  { kind: "password_changed", realmName, link },
  { kind: "deactivated", realmName, fullName: "<i>Ann</i>", comment: "Bye <now>" },
  {
    ...{ kind: "new_login", realmName, link, fullName: "Ann", browser: "Firefox <1>", address: "::1" },
    ...{ at: Date.UTC(2026, 0, 2, 12), timezone: "Europe/Berlin" },
  },
];

test.each(letters.map((letter) => [letter.kind, letter] as const))(
  "%s has a subject of one line, its text, and the same in HTML without markup of others",
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

test("times are told in the reader's zone", () => {
  const letter = letters.at(-1) as Letter;
  expect(renderMail(letter).text).toMatch(/Friday, January 2, 2026 at 1:00.PM \(Europe\/Berlin\)/);
});
