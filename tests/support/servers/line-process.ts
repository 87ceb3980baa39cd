import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Milliseconds. Shorter than the time limit of a test, which doesn't say what the test waited for. */
const longestWait = 120_000;

/** A program that prints lines of JSON. */
export class LineProcess {
  readonly lines: unknown[] = [];
  private readonly waiting = new Set<() => void>();
  readonly child: ChildProcess;
  readonly ended: Promise<void>;

  constructor(script: string, ...given: readonly string[]) {
    this.child = spawn(process.execPath, [join(__dirname, script), ...given], {
      stdio: ["ignore", "pipe", process.env.PARLEY_TEST_SHOW ? "inherit" : "ignore"],
    });
    if (this.child.stdout)
      createInterface(this.child.stdout).on("line", (line) => {
        if (!line.startsWith("{")) return;
        this.lines.push(JSON.parse(line));
        for (const look of [...this.waiting]) look();
      });
    this.ended = new Promise((resolve) => {
      this.child.once("close", () => resolve());
    });
  }

  /** The first matching line, as soon as it is printed. Fails with `what` it waited for if none comes. */
  line<A>(what: string, fits: (line: A) => boolean): Promise<A> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.waiting.delete(look);
      };
      const fail = (why: string) => {
        end();
        reject(new Error(`${why} without printing ${what}, after ${JSON.stringify(this.lines)}`));
      };
      const timer = setTimeout(() => fail("Two minutes passed"), longestWait);
      const look = () => {
        const found = this.lines.find((one) => fits(one as A));
        if (found === undefined) return;
        end();
        resolve(found as A);
      };
      this.waiting.add(look);
      void this.ended.then(() => fail(`${this.child.spawnfile} ended`));
      look();
    });
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill("SIGTERM");
    await this.ended;
  }
}

/** A port that nobody listens on. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === "object" ? address.port : 0));
    });
  });

export interface MailTaken {
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A real SMTP server in a separate process. */
export const mailServer = async () => {
  const server = new LineProcess("mail-server.mjs");
  const { port } = await server.line<{ port: number }>("its port", ({ port: given }) => given > 0);
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The mail to an address with a word in its subject, as soon as it arrives. */
    mailTo: (address: string, word: string) =>
      server.line<MailTaken>(
        `a mail to ${address} about "${word}"`,
        ({ to, subject }) => to?.includes(address) && subject.includes(word),
      ),
    mails: () => server.lines.slice(1) as readonly MailTaken[],
    stop: () => server.stop(),
  };
};

/** The link in a mail. */
export const linkIn = ({ text }: MailTaken): string => /https?:\/\/\S+/.exec(text)?.[0] ?? "";
