import { createFileRoute } from "@tanstack/react-router";
import { activityKinds } from "#app/activity-kinds.ts";
import { ActivityCard } from "#features/activity/shared/activity-card.tsx";
import { ManagerBookScreen } from "#features/books/screens/manager-book-screen.tsx";

export const Route = createFileRoute("/manager/books/$id/")({ component: ManagerBook });

function ManagerBook() {
  const { id } = Route.useParams();
  return (
    <>
      <ManagerBookScreen />
      <ActivityCard of={{ type: "book", subject: id }} kinds={activityKinds} className="mt-8 max-w-reading" />
    </>
  );
}
