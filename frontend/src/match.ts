import { createApp } from "vue";
import MatchPage from "./match/MatchPage.vue";
import type { PageData } from "./match/shapes";

const data = document.getElementById("match-data");
const place = document.getElementById("match");
if (data?.textContent && place) {
  createApp(MatchPage, { data: JSON.parse(data.textContent) as PageData }).mount(place);
}
