import { openPasswordReset } from "../../../src/application/passwords/open-password-reset";
import { requestPasswordReset } from "../../../src/application/passwords/request-password-reset";
import { memoryRealm } from "../../support/application/memory-realm";

test("a link dies when the address changes, the account ends, or a day passes", async () => {
  const { ann, services, realmId, mails, append, clock, set } = await memoryRealm({
    people: { ann: "member" },
  });
  const open = async (token: string) => {
    const opened = await openPasswordReset(services)(realmId, token)();
    if (opened._tag === "Right") return opened.right;
    return opened.left.code === "LINK_REFUSED" ? opened.left.problem : opened.left.code;
  };
  await requestPasswordReset(services)(realmId, "ann@example.com", "203.0.113.8")();
  const [mail] = await mails();
  const first = mail?.letter.kind === "reset_password" ? mail.letter.link.replace(/^.*\/reset\//, "") : "";
  expect(await open(first)).toBe("ann@example.com");
  expect(await open("forged")).toBe("unknown");
  expect(await open(first.replace(`"realm":${realmId}`, `"realm":99`))).toBe("elsewhere");
  clock.advance(86_400_000);
  expect(await open(first)).toBe("expired");
  await append({ type: "user_changed", userId: ann.id, change: { email: "ann.new@example.com" } });
  expect(await open(first)).toBe("used");
  await set({ disabledLoginMethods: ["Email"] });
  expect(await open(first)).toBe("PASSWORD_AUTH_DISABLED");
  await set({ disabledLoginMethods: [] });
  await append({ type: "user_deactivated", userId: ann.id, firstMessageId: 1 });
  expect(await open(first)).toBe("revoked");
});
