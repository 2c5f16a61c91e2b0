// What the page asks its server. A photograph is never among it.
export class Refused extends Error {
  constructor(status, answer) {
    super(answer.error);
    this.status = status;
    this.problems = answer.problems;
    this.version = answer.version;
  }
}

export class Gone extends Error {}

const asked = async (name, options) => {
  let response;
  let answer;
  try {
    response = await fetch(name, options);
    answer = await response.json();
  } catch {
    throw new Gone("the editor's program has ended");
  }
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
};

export const get = (name) => asked(name, {});
export const post = (name, body, headers = {}) =>
  asked(name, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body });
