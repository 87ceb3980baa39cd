import { deviceTargets } from "../../../../src/application/push/internal/push-targets";

const seals = { seal: (text: string) => text, open: (sealed: string): string | undefined => sealed };
const device = {
  id: 1,
  service: "fcm",
  tokenId: "AAAAAAAAAAE=",
  pushKeyId: 7,
  sealedPushKey: "a key",
} as const;

const addressOf = (sealedAddress: string | null) =>
  deviceTargets({ ...device, sealedAddress } as Parameters<typeof deviceTargets>[0], seals).map((target) =>
    target.kind === "device" ? target.address : undefined,
  );

test("a target has the address that was sealed, or none where another server relays", () => {
  expect(addressOf('{"token":"t","appId":null}')).toEqual([{ token: "t", appId: null }]);
  expect(addressOf(null)).toEqual([null]);
});

test.each(["{}", '{"token":1,"appId":null}', "[]", "no JSON"])(
  "a device whose stored address is %s is no target",
  (stored) => {
    expect(addressOf(stored)).toEqual([]);
  },
);
