/** An SMTP server: prints its port, and then each received mail as a line of JSON. */
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

const take = async (stream, session) => {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  const { from, replyTo, subject, text, html } = await PostalMime.parse(Buffer.concat(chunks));
  const to = session.envelope.rcptTo.map(({ address }) => address);
  const mail = { to, from: from?.address, replyTo: replyTo?.[0]?.address, subject, text, html };
  process.stdout.write(`${JSON.stringify(mail)}\n`);
};

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo({ address }, _session, done) {
    done(
      address.startsWith("nobody@") ? Object.assign(new Error("no such user"), { responseCode: 550 }) : null,
    );
  },
  onData(stream, session, done) {
    take(stream, session).then(() => done(), done);
  },
});
server.listen(0, "127.0.0.1", () =>
  process.stdout.write(`${JSON.stringify({ port: server.server.address().port })}\n`),
);
process.on("SIGTERM", () => server.close(() => process.exit(0)));
