import * as E from "fp-ts/Either";
import type { SignOnProvider } from "../../../src/application/ports/login/sign-on-provider";

interface SignOnProviderSubject {
  readonly provider: SignOnProvider;
  /** Lets the service know the nonce that it must repeat. */
  readonly expectNonce?: (nonce: string) => void;
}

const returnUrl = "https://chat.example.com/complete/oidc";

export const signOnProviderContract = ({ provider, expectNonce }: SignOnProviderSubject): void => {
  const begin = async () => {
    const begun = await provider.begin(returnUrl);
    if (E.isLeft(begun)) throw new Error(begun.left);
    expectNonce?.(begun.right.challenge.nonce);
    return begun.right;
  };

  test("a browser leaves for the service, which learns where to send it back", async () => {
    const { url, challenge } = await begin();
    expect(new URL(url).protocol).toBe("https:");
    expect([...new URL(url).searchParams.values()]).toContain(returnUrl);
    expect(Object.values(challenge).every((value) => value.length > 0)).toBe(true);
  });

  test("the service says who came back with a code", async () => {
    const { challenge } = await begin();
    const back = new URL(`${returnUrl}?code=c&state=${challenge.state}`);
    expect(await provider.finish(back, challenge)).toMatchObject({
      _tag: "Right",
      right: { provider: expect.stringMatching(/^https:/), subject: expect.stringMatching(/./) },
    });
  });

  test("whoever comes back without a code is nobody", async () => {
    const { challenge } = await begin();
    const back = new URL(`${returnUrl}?error=access_denied&state=${challenge.state}`);
    expect(await provider.finish(back, challenge)).toEqual(E.left("unconfirmed"));
  });
};
