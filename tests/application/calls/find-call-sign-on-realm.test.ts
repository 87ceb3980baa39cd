import { findCallSignOnRealm } from "../../../src/application/calls/find-call-sign-on-realm";
import { callSignOnRealm } from "../../support/application/call-sign-on-realm";

test("only a valid ticket leads back to its organization", async () => {
  const { ann, begin, services } = await callSignOnRealm();
  const find = findCallSignOnRealm(services);
  expect([find((await begin(ann)).ticket), find("guess")]).toEqual(["", undefined]);
});
