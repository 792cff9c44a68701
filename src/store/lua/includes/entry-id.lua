-- Ids of stream entries, '<milliseconds>-<sequence>': the two parts are compared as numbers.
local function parts(id)
  local ms, seq = string.match(id, '^(%d+)-(%d+)$')
  return tonumber(ms), tonumber(seq)
end

local function is_before(a, b)
  local ams, aseq = parts(a)
  local bms, bseq = parts(b)
  return ams < bms or (ams == bms and aseq < bseq)
end

local function following(id)
  local ms, seq = string.match(id, '^(%d+)-(%d+)$')
  return ms .. '-' .. string.format('%.0f', seq + 1)
end
