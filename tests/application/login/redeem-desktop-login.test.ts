import { issueDesktopLogin } from "../../../src/application/login/issue-desktop-login";
import { redeemDesktopLogin } from "../../../src/application/login/redeem-desktop-login";
import { throttleWith } from "../../support/application/fakes";
import { setPassword } from "../../support/application/logins";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = async () => {
  const found = await memoryRealm({ people: { ann: "member" } });
  const { realmId, ann } = found;
  const services = { ...found.services, throttle: throttleWith({ once: 1 }) };
  const issue = async (userId = ann.id, hasBoth = false) => {
    const outcome = await issueDesktopLogin(services)(realmId, userId, { hasBoth })();
    return outcome._tag === "Left" ? outcome.left.code : outcome.right;
  };
  const redeem = async (token: string, at = realmId) => {
    const outcome = await redeemDesktopLogin(services)(at, token)();
    if (outcome._tag === "Right") return outcome.right;
    return "problem" in outcome.left ? outcome.left.problem : outcome.left.code;
  };
  return { ...found, issue, redeem };
};

test("a token logs in its user once, with what they proved", async () => {
  const { ann, issue, redeem } = await realm();
  const token = await issue(ann.id, true);
  expect(await redeem(token)).toEqual({ userId: ann.id, hasBoth: true, passwordHash: undefined });
  expect(await redeem(token)).toBe("used");
});

test("a token is invalid after five minutes", async () => {
  const { clock, issue, redeem } = await realm();
  const token = await issue();
  clock.advance(300_000);
  expect(await redeem(token)).toBe("expired");
});

test("a new password withdraws the token", async () => {
  const found = await realm();
  const token = await found.issue();
  await setPassword(found, found.ann, "another password");
  expect(await found.redeem(token)).toBe("revoked");
});

test("a made-up token, and those of users and organizations that are deactivated, log nobody in", async () => {
  const { ann, issue, redeem, append } = await realm();
  expect(await redeem("made up")).toBe("unknown");
  const token = await issue();
  await append({ type: "user_deactivated", userId: ann.id, firstMessageId: 1 });
  expect(await redeem(token)).toBe("revoked");
  await append({ type: "realm_changed", change: { isDeactivated: true } });
  expect(await redeem(token)).toBe("REALM_DEACTIVATED");
});
