-- 0118 made one that lets reports of different carriers be under way at the same time.
drop index imports_open;
