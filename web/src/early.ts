// The first file of the client, so small that it runs at once: by the time the others are compiled, their data
// has arrived.
import { beginStart } from "./offline/begin-start";

/** The URL of the built `main.tsx`. */
declare const MAIN: string;

const begun = beginStart();
void import(MAIN).then(({ run }: typeof import("./main")) => run(begun));
