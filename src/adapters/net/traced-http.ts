import * as E from "fp-ts/Either";
import type { OutgoingHttp } from "../../application/ports/system/outgoing-http";
import type { Tracing } from "../../application/ports/system/tracing";

/**
 * Wraps the client so that each call has a span, named by its purpose. Neither the address nor the trace leaves this
 * server.
 */
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
