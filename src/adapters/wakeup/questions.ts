/** Questions to other processes, which answer with the question's number. */
export class Questions<Answer> {
  private readonly open = new Map<number, (answer: Answer | undefined) => void>();
  private asked = 0;

  /** `answeredWithin` is in milliseconds. */
  constructor(private readonly answeredWithin: number) {}

  /** Resolves to undefined if sending fails or no answer comes in time. */
  async ask(send: (question: number) => Promise<unknown>): Promise<Answer | undefined> {
    this.asked += 1;
    const question = this.asked;
    const answer = new Promise<Answer | undefined>((resolve) => this.open.set(question, resolve));
    const late = setTimeout(() => this.answered(question, undefined), this.answeredWithin);
    send(question).catch(() => this.answered(question, undefined));
    const answered = await answer;
    clearTimeout(late);
    return answered;
  }

  answered(question: number, answer: Answer | undefined): void {
    this.open.get(question)?.(answer);
    this.open.delete(question);
  }
}
