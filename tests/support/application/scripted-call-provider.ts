import * as E from "fp-ts/Either";
import type { CallProvider, CallRequest } from "../../../src/application/ports/calls/call-provider";
import type { CallService } from "../../../src/domain/calls/call-service";

type Made = Awaited<ReturnType<CallProvider["create"]>>;

const signOnAt = (service: CallService): NonNullable<CallProvider["signOn"]> => ({
  agreeAt: (state, returnTo) => `https://${service.name}.example?${new URLSearchParams({ state, returnTo })}`,
  redeem: async (code, returnTo) =>
    code === "good" ? E.right(`token for ${returnTo}`) : E.left({ kind: "credentials" }),
});

/** Reaches no server: answers each request with `answer.made`, and records it. The code "good" is worth a token. */
export const scriptedCallProvider = (
  service: CallService,
  { made = E.left({ kind: "failed" }), signsOn = false }: { made?: Made; signsOn?: boolean } = {},
) => {
  const asked: CallRequest[] = [];
  const answer = { made };
  const provider: CallProvider = {
    service,
    create: async (request) => {
      asked.push(request);
      return answer.made;
    },
    ...(signsOn && { signOn: signOnAt(service) }),
  };
  return { provider, asked, answer };
};
