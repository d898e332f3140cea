"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
document.getElementById("ruler").append(ruler(data.name, data.bytes, data.texts, null, false));
