// What the page asks its server. A photograph is never among it.
export class Refused extends Error {
  constructor(status, answer) {
    super(answer.error);
    this.status = status;
    this.problems = answer.problems;
  }
}

export class Gone extends Error {}

const asked = async (name, options) => {
  let response;
  try {
    response = await fetch(name, options);
  } catch {
    throw new Gone("the editor's program has ended");
  }
  const answer = await response.json();
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
};

export const get = (name) => asked(name, {});
export const post = (name, body) =>
  asked(name, { method: "POST", headers: { "Content-Type": "application/json" }, body });
