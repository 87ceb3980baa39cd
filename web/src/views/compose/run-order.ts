import { runCommand } from "../../api/services";
import type { App } from "../../app";
import { laterWords } from "../../words/en-later";

/** Does at once what a command asks for, and says what came of it to whoever wrote it. */
export const runOrder = async (app: App, command: string): Promise<void> => {
  const answer = await runCommand(command);
  app.toast.value = { text: answer === "" ? laterWords.pong : answer.replaceAll("`", "") };
};
