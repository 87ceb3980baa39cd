import { beginCallSignOn } from "../../../src/application/calls/begin-call-sign-on";
import { callSignOnRealm } from "../../support/application/call-sign-on-realm";

test("only providers that the operator set up, and that need it, are signed on to", async () => {
  const { ann } = await callSignOnRealm();
  expect(await ann.isRefused(beginCallSignOn, "galene")).toBe("Galene credentials have not been configured");
  expect(await ann.isRefused(beginCallSignOn, "jitsi")).toBe("Jitsi Meet doesn't require signing in");
});
