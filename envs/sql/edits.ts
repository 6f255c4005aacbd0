// Rewrites SQL text with small edits that add guards (checks around arguments); the rest of the text stays. Some edits
// apply only to that variant of a statement that counts visited rows.

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly order: number;
  readonly counting: boolean;
}

export class Edits {
  private readonly list: Edit[] = [];

  replace(range: readonly [number, number], text: string, counting = false): void {
    this.list.push({ start: range[0], end: range[1], text, order: this.list.length, counting });
  }

  insert(at: number, text: string, counting = false): void {
    this.replace([at, at], text, counting);
  }

  /** Puts text around a range. If the same range is wrapped twice, the first wrap is outside the second. */
  wrap(range: readonly [number, number], before: string, after: string, counting = false): void {
    this.list.push({ start: range[0], end: range[0], text: before, order: this.list.length, counting });
    this.list.push({ start: range[1], end: range[1], text: after, order: -this.list.length, counting });
  }

  /**
   * Returns the number of edits so far. Calling `cut` with this number removes all later edits, which undoes an
   * analysis.
   */
  mark(): number {
    return this.list.length;
  }

  cut(mark: number): void {
    this.list.length = mark;
  }

  apply(text: string, counting: boolean): string {
    const edits = this.list
      .filter((edit) => counting || !edit.counting)
      .sort((a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start) || a.order - b.order);
    let result = '';
    let at = 0;
    for (const edit of edits) {
      result += text.slice(at, edit.start) + edit.text;
      at = Math.max(at, edit.end);
    }
    return result + text.slice(at);
  }
}
