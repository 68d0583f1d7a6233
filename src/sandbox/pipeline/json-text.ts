/** A body that was written as JSON already. `Value` is what it says, which nobody has read yet. */
export class JsonText<Value> {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): Value {
    // Whoever wrote it says what it holds.
    return JSON.parse(this.text) as Value;
  }
}
