import { once } from "node:events";
import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { withTimeout } from "../../application/with-timeout";

const patience = 10_000;

const open = ({ protocol, hostname, port }: URL): { readonly socket: Socket; readonly event: string } => {
  const host = hostname.replace(/[[\]]/g, "");
  if (protocol === "http:")
    return { socket: connectPlain({ host, port: Number(port || 80) }), event: "connect" };
  const socket = connectTls({
    host,
    port: Number(port || 443),
    // Names a certificate; an address can't.
    ...(/[a-z]/i.test(host) && !host.includes(":") && { servername: host }),
    ALPNProtocols: ["h2", "http/1.1"],
  });
  return { socket, event: "secureConnect" };
};

/** Connects to a web server, with TLS if its URL says so, and asks it for nothing. Rejects if that fails. */
export const reach = async (url: string): Promise<void> => {
  const { socket, event } = open(new URL(url));
  try {
    await withTimeout("no answer", patience, once(socket, event));
  } finally {
    // A failure that nobody waits for any more.
    socket.on("error", () => undefined).destroy();
  }
};
