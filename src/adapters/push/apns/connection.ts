import { type ClientHttp2Session, connect, constants } from "node:http2";
import type { RelayFailure } from "../../../application/ports/push/push-relay";
import { type Answer, retryAfterOf } from "../wire/call";

/** One HTTP/2 connection to APNs for all requests, reopened when it is lost. */
export class ApnsConnection {
  private session: ClientHttp2Session | undefined;

  constructor(
    private readonly url: string,
    /** Milliseconds per request. */
    private readonly timeout: number,
  ) {}

  post(
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<Answer | RelayFailure> {
    return new Promise((resolve) => {
      const fail = (error: Error) =>
        resolve({ outcome: "unreachable", detail: `${new URL(this.url).host}: ${error.message}` });
      const session = this.open();
      const stream = session.request({ ":method": "POST", ":path": path, ...headers });
      // A silent connection may be dead without notice.
      const late = setTimeout(() => {
        stream.close(constants.NGHTTP2_CANCEL);
        this.drop(session);
        fail(new Error("No answer in time"));
      }, this.timeout);
      let status = 0;
      let retryAfter: number | undefined;
      let text = "";
      stream.setEncoding("utf8");
      stream.once("response", (answered) => {
        status = answered[":status"] ?? 0;
        retryAfter = retryAfterOf(answered["retry-after"]?.toString());
      });
      stream.on("data", (chunk: string) => {
        text += chunk;
      });
      let isWhole = false;
      stream.once("end", () => {
        isWhole = true;
      });
      stream.once("error", fail);
      stream.once("close", () => {
        clearTimeout(late);
        if (status !== 0 && isWhole && stream.rstCode === constants.NGHTTP2_NO_ERROR)
          resolve({ status, retryAfter, body: text });
        else fail(new Error("The connection was lost"));
      });
      stream.end(body);
    });
  }

  async close(): Promise<void> {
    const session = this.session;
    this.session = undefined;
    if (session && !session.closed) await new Promise<void>((closed) => session.close(closed));
  }

  private open(): ClientHttp2Session {
    if (this.session && !this.session.closed && !this.session.destroyed) return this.session;
    const session = connect(this.url);
    const forget = () => {
      if (this.session === session) this.session = undefined;
    };
    session.once("goaway", forget);
    session.once("close", forget);
    // Each pending request reports the failure itself.
    session.on("error", forget);
    // Must not keep an otherwise idle process alive.
    session.unref();
    this.session = session;
    return session;
  }

  private drop(session: ClientHttp2Session): void {
    if (this.session === session) this.session = undefined;
    session.destroy();
  }
}
