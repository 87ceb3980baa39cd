import type { CallProvider } from "../../../src/application/ports/calls/call-provider";

interface CallProviderSubject {
  /** Of a service that people sign on to. */
  readonly provider: CallProvider;
  /** The code that the service gives to a user who agrees. */
  readonly code: string;
  /** The service makes calls, and exchanges the code. */
  succeed(): void;
  /** The service makes no calls. */
  fail(): void;
}

const returnTo = "https://chat.example.com/calls/zoom/complete";
const request = {
  caller: { id: 7, email: "ann@example.com", fullName: "Ann" },
  title: "Plans",
  isVideo: true,
  ownServer: null,
};

export const callProviderContract = (subject: () => CallProviderSubject): void => {
  const redeem = ({ provider }: CallProviderSubject, code: string) => provider.signOn?.redeem(code, returnTo);

  test("a user is sent to the service with the state, and the address to come back to", () => {
    const url = new URL(subject().provider.signOn?.agreeAt("st&te", returnTo) ?? "");
    expect([...url.searchParams.values()]).toEqual(expect.arrayContaining(["st&te", returnTo]));
  });

  test("a user's code is worth a token, which makes calls that anyone can join", async () => {
    const service = subject();
    service.succeed();
    const redeemed = await redeem(service, service.code);
    expect(redeemed).toEqual({ _tag: "Right", right: expect.any(String) });
    const token = redeemed?._tag === "Right" ? redeemed.right : undefined;
    expect(await service.provider.create({ ...request, token })).toEqual({
      _tag: "Right",
      right: { url: expect.stringMatching(/^https:\/\//) },
    });
  });

  test("another code is worth nothing", async () => {
    const service = subject();
    service.succeed();
    expect(await redeem(service, "another")).toEqual({ _tag: "Left", left: { kind: "credentials" } });
  });

  test("what fails at the service is a value", async () => {
    const service = subject();
    service.fail();
    expect(await service.provider.create({ ...request, token: undefined })).toMatchObject({
      _tag: "Left",
      left: { kind: expect.any(String) },
    });
  });
};
