import { plural } from "./plural";

/** Text for polls and to-do lists. */
export const widgetWords = {
  choiceAt: (place: number) => `Option ${place}`,
  editQuestion: "Edit question",
  editTitle: "Edit title",
  listTitle: "Title",
  newChoice: "New option",
  newTask: "New task",
  question: "Question",
  taskAt: (place: number) => `Task ${place}`,
  tasks: "Tasks",
  voteFor: (choice: string, count: number) => `${choice}: ${count} ${plural(count, "vote", "votes")}`,
};
