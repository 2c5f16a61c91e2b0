// Requests to the page's server. A photograph goes there only for proposals, which are not offered over a network.
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

// For a key that needs the answer before the next key arrives. Only for requests of a few milliseconds.
export const postAtOnce = (name, body) => {
  const request = new XMLHttpRequest();
  request.open("POST", name, false);
  request.setRequestHeader("Content-Type", "application/json");
  try {
    request.send(body);
  } catch {
    throw new Gone("the editor's program has ended");
  }
  const answer = JSON.parse(request.responseText);
  if (request.status !== 200) throw new Refused(request.status, answer);
  return answer;
};

export const get = (name) => asked(name, {});
export const post = (name, body, headers = {}) =>
  asked(name, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body });
