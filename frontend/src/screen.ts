import "../styles/site.css";
import "../styles/screen.css";
import { createApp } from "vue";
import BigScreen from "./screen/BigScreen.vue";
import type { Picture, Wishes } from "./screen/shapes";

const data = document.getElementById("screen-data");
const place = document.getElementById("screen");
if (data?.textContent && place) {
  const told = JSON.parse(data.textContent) as Picture & { wishes: Wishes; build: string };
  data.remove();
  place.className = "wall-main";
  createApp(BigScreen, { first: told, wishes: told.wishes, build: told.build }).mount(place);
}
