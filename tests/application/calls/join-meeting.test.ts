import * as E from "fp-ts/Either";
import { joinMeeting } from "../../../src/application/calls/join-meeting";
import { listCallsOffered } from "../../../src/application/calls/list-calls-offered";
import type { CallProvider } from "../../../src/application/ports/calls/call-provider";
import { callServices } from "../../../src/domain/calls/call-service";
import { memoryRealm } from "../../support/application/memory-realm";

const bigBlueButton: CallProvider = {
  service: callServices.bigBlueButton,
  create: async () => E.left({ kind: "failed" }),
  meetings: {
    join: async (ticket, { fullName }) => {
      if (ticket === "ours") return E.right(`https://bbb.example/join?as=${fullName}`);
      return ticket === "closed" ? E.left({ kind: "unexpected", status: "FAILED" }) : undefined;
    },
  },
};

test("people join a meeting under their own name, unless it is another server's or has ended", async () => {
  const { ann, services } = await memoryRealm(
    { people: { ann: "member" } },
    { callProviders: [bigBlueButton] },
  );
  expect(await ann.does(joinMeeting, "ours")).toBe("https://bbb.example/join?as=Ann");
  expect(await ann.isRefused(joinMeeting, "another's")).toBe("Invalid signature.");
  expect(await ann.isRefused(joinMeeting, "closed")).toBe(
    "BigBlueButton server returned an unexpected error: FAILED",
  );
  expect(listCallsOffered(services)()).toEqual({
    services: [callServices.bigBlueButton],
    jitsiUrl: "https://meet.example.com",
  });
});

test("there are no meetings unless the operator set them up", async () => {
  const { ann } = await memoryRealm({ people: { ann: "member" } });
  expect(await ann.isRefused(joinMeeting, "ours")).toBe("BigBlueButton credentials have not been configured");
});
