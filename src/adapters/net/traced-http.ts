import type { OutgoingHttp } from "../../application/ports/system/outgoing-http";
import { inSpan, type Tracing } from "../../application/ports/system/tracing";

/** The same client, with a span for each call, named by what it is for. Neither the address nor the trace leaves this server. */
export const tracedHttp = (http: OutgoingHttp, purpose: string, tracing: Tracing): OutgoingHttp =>
  tracing.isOn
    ? {
        request: (request) =>
          inSpan(
            tracing,
            {
              name: `call ${purpose}`,
              kind: "client",
              attributes: { "http.request.method": request.method },
            },
            () => http.request(request),
          ),
      }
    : http;
