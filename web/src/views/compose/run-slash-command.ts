import { runCommand } from "../../api/services";
import type { App } from "../../app/app";
import { reminderWords } from "../../words/en-reminders";

/** Runs a slash command and shows its reply to the user. */
export const runSlashCommand = async (app: App, command: string): Promise<void> => {
  const answer = await runCommand(command);
  app.showToast({ text: answer === "" ? reminderWords.pong : answer.replaceAll("`", "") });
};
