/** A body already written as JSON. `Value` is the type of its unparsed contents. */
export class JsonText<Value> {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): Value {
    // The writer vouches for the type.
    return JSON.parse(this.text) as Value;
  }
}
