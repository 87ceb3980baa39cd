/** Markdown as people write it, to the HTML that clients show. API §4.19. */
export interface MessageRenderer {
  render(source: string): Promise<RenderedMessage>;
}

export interface RenderedMessage {
  /** Safe to show as it is. */
  readonly html: string;
}
