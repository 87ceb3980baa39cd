import * as E from "fp-ts/Either";
import type { OutgoingHttp } from "../../application/ports/system/outgoing-http";
import type { Tracing } from "../../application/ports/system/tracing";

/** The same client, with a span for each call, named by what it is for. Neither the address nor the trace leaves this server. */
export const tracedHttp = (http: OutgoingHttp, purpose: string, tracing: Tracing): OutgoingHttp =>
  tracing.isOn
    ? {
        request: async (request) => {
          const span = tracing.begin({
            name: `call ${purpose}`,
            kind: "client",
            attributes: { "http.request.method": request.method },
          });
          const answer = await span.within(() => http.request(request));
          span.end({}, E.isLeft(answer) ? answer.left : undefined);
          return answer;
        },
      }
    : http;
