import * as E from "fp-ts/Either";
import { callServices } from "../../../domain/calls/call-service";
import { type CallError, callNeedsNoSignOn, callsNotConfigured } from "../../../domain/calls/refusals";
import type { CallProvider } from "../../ports/calls/call-provider";

export const findCallSignOn = (
  { callProviders }: { readonly callProviders: readonly CallProvider[] },
  path: string,
): E.Either<CallError, Required<Pick<CallProvider, "service" | "signOn">>> => {
  const provider = callProviders.find(({ service }) => service.path === path);
  if (provider === undefined)
    return E.left(
      callsNotConfigured(Object.values(callServices).find((one) => one.path === path)?.title ?? path),
    );
  const { service, signOn } = provider;
  return signOn ? E.right({ service, signOn }) : E.left(callNeedsNoSignOn(service.title));
};

export const callReturnUrl = ({ siteUrl }: { readonly siteUrl: () => string }, path: string): string =>
  `${siteUrl()}/calls/${path}/complete`;
