#!lua
--[[
  archive-changes: replace the oldest entries of a change feed by a segment in its index, once they are in the archive.
  Keys     1 feed   2 stream: segments, each with the id of its last entry
  Args     1 id of the segment's last entry   then fields and values of the segment
  Returns  1; 0 if the feed no longer has the entry: the segment is then not used
]]
-- include entry-id

local last = ARGV[1]
if #redis.call('XRANGE', KEYS[1], last, last) == 0 then return 0 end
redis.call('XADD', KEYS[2], last, unpack(ARGV, 2))
redis.call('XTRIM', KEYS[1], 'MINID', '=', following(last))
return 1
