// Photographs, one per player, kept in this browser beside the draft. They go nowhere else.
const STORE = "pictures";

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const store = async (mode) => {
  const request = indexedDB.open("harmonies-editor", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return (await done(request)).transaction(STORE, mode).objectStore(STORE);
};

const nameOf = (file, player) => `${file}:${player}`;

// A picture is {blob, corners}: corners are places in the picture, in its pixels, or null before the grid is laid.
export const keepPicture = async (file, player, picture) => {
  try {
    const pictures = await store("readwrite");
    await done(picture ? pictures.put(picture, nameOf(file, player)) : pictures.delete(nameOf(file, player)));
  } catch {
    // A browser without storage still shows the picture.
  }
};

export const keptPicture = async (file, player) => {
  try {
    return (await done((await store("readonly")).get(nameOf(file, player)))) || null;
  } catch {
    return null;
  }
};

// Shows a picture from a file, or says why it cannot; the browser turns it the way the camera was held.
export const decoded = async (blob) => {
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  try {
    await image.decode();
    return image;
  } catch {
    URL.revokeObjectURL(image.src);
    return null;
  }
};

export const turned = async (image) => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalHeight, image.naturalWidth];
  const context = canvas.getContext("2d");
  context.translate(canvas.width, 0);
  context.rotate(Math.PI / 2);
  context.drawImage(image, 0, 0);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", 0.92);
  });
};
