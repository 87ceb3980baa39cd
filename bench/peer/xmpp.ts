import { connect, type Socket } from "node:net";
import type { Occupant } from "./room";

const longestAnswer = 20_000;

/** A connection to an XMPP server without accounts, with just what rooms need. */
class XmppConnection {
  private readonly socket: Socket;
  private received = "";
  private until: { readonly mark: string; readonly resolve: () => void } | undefined;
  onStanza: ((stanza: string) => void) | undefined;

  constructor(port: number) {
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.socket.setEncoding("utf8");
    this.socket.on("data", (chunk) => this.read(String(chunk)));
  }

  /** Sends a text and waits for a mark in what follows. */
  ask(text: string, mark: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`No ${mark} in ${this.received}`)), longestAnswer);
      this.socket.once("error", reject);
      this.until = {
        mark,
        resolve: () => {
          clearTimeout(late);
          resolve();
        },
      };
      this.socket.write(text);
    });
  }

  write(text: string): void {
    this.socket.write(text);
  }

  close(): void {
    this.socket.removeAllListeners("error").destroy();
  }

  private read(chunk: string): void {
    this.received += chunk;
    const { until } = this;
    if (until) {
      const at = this.received.indexOf(until.mark);
      if (at < 0) return;
      this.received = this.received.slice(at + until.mark.length);
      this.until = undefined;
      until.resolve();
      return;
    }
    for (let end = this.received.indexOf("</message>"); end >= 0; end = this.received.indexOf("</message>")) {
      this.onStanza?.(this.received.slice(0, end));
      this.received = this.received.slice(end + "</message>".length);
    }
    // Each occupant hears of all who come and go, which would pile up until the next message.
    const begin = this.received.indexOf("<message");
    this.received = this.received.slice(begin < 0 ? -"<message".length : begin);
  }
}

const host = "localhost";
const opening = `<?xml version='1.0'?><stream:stream to='${host}' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>`;
const anonymous = "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='ANONYMOUS'/>";
const bind = "<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>";

/** Nobody is a visitor. A room of a thousand would otherwise be busy for minutes telling everybody who else comes and goes. */
const withoutPresences =
  "<query xmlns='http://jabber.org/protocol/muc#owner'><x xmlns='jabber:x:data' type='submit'>" +
  "<field var='FORM_TYPE'><value>http://jabber.org/protocol/muc#roomconfig</value></field>" +
  "<field var='muc#roomconfig_presencebroadcast'><value>visitor</value></field></x></query>";

let occupants = 0;

/**
 * Joins a room of a server on a port of this machine; the first one sets it up. A message counts as acknowledged when it comes
 * back.
 */
export const joinRoom = async (
  port: number,
  room: string,
  isFirst: boolean,
  onMessage: (text: string) => void,
): Promise<Occupant> => {
  const connection = new XmppConnection(port);
  await connection.ask(opening, "</stream:features>");
  await connection.ask(anonymous, "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>");
  await connection.ask(opening, "</stream:features>");
  await connection.ask(bind, "</bind></iq>");
  occupants += 1;
  const nick = `n${occupants}`;
  const address = `${room}@conference.${host}`;
  const history = "<x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x>";
  await connection.ask(`<presence to='${address}/${nick}'>${history}</presence>`, "<subject");
  if (isFirst)
    await connection.ask(
      `<iq type='set' id='setup' to='${address}'>${withoutPresences}</iq>`,
      "type='result'",
    );
  let sent = 0;
  const waiting = new Map<string, () => void>();
  connection.onStanza = (stanza) => {
    const body = /<body[^>]*>([^<]*)/.exec(stanza)?.[1];
    if (body === undefined) return;
    const id = / id=['"]([^'"]*)/.exec(stanza.slice(stanza.lastIndexOf("<message")))?.[1] ?? "";
    waiting.get(id)?.();
    waiting.delete(id);
    onMessage(body);
  };
  return {
    send: (text) =>
      new Promise((resolve) => {
        sent += 1;
        const id = `${nick}-${sent}`;
        waiting.set(id, resolve);
        connection.write(
          `<message to='${address}' type='groupchat' id='${id}'><body>${text}</body></message>`,
        );
      }),
    close: () => connection.close(),
  };
};
