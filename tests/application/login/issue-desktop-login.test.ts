import { issueDesktopLogin } from "../../../src/application/login/issue-desktop-login";
import { memoryRealm } from "../../support/application/memory-realm";

test("only active people of an active organization get a token", async () => {
  const found = await memoryRealm({ people: { ann: "member", ben: "member", bot: { botOf: "ann" } } });
  const { services, realmId, ann, ben, bot, append } = found;
  const issue = async (userId: number) => {
    const outcome = await issueDesktopLogin(services)(realmId, userId, { hasBoth: false })();
    return outcome._tag === "Left" ? outcome.left.code : "issued";
  };
  await append({ type: "user_deactivated", userId: ben.id, firstMessageId: 1 });
  const codes = await Promise.all([ann.id, ben.id, bot.id, 999].map(issue));
  expect(codes).toEqual(["issued", "USER_DEACTIVATED", "AUTHENTICATION_FAILED", "AUTHENTICATION_FAILED"]);
  await append({ type: "realm_changed", change: { isDeactivated: true } });
  expect(await issue(ann.id)).toBe("REALM_DEACTIVATED");
});
